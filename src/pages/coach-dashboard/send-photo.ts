import { saveCoachPhoto } from '#src/coaches/contract.ts'
import { HttpError } from '#src/ui/call-api.ts'

/** Sends a picture as it is, which `callApi`, made for JSON, cannot. Throws `HttpError`. */
export async function sendPhoto(file: File): Promise<void> {
  const headers = new Headers({ 'content-type': file.type || 'application/octet-stream' })
  const token = localStorage.getItem('auth_token')
  if (token) headers.set('authorization', `Bearer ${token}`)
  const { method, path } = saveCoachPhoto
  const response = await fetch(path, { method, headers, body: file, credentials: 'include' })
  if (!response.ok) throw new HttpError(response.status, (await response.text()) || response.statusText)
}

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
