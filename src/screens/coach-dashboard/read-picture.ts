/** The picture in a file as an address of its own, for showing it before it is sent; null when it is none. */
export async function readPicture(file: File): Promise<string | null> {
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
  const image = new Image()
  image.src = address
  return image.decode().then(
    () => address,
    () => null,
  )
}
