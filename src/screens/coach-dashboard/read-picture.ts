import { maxPhotoBytes, saveCoachPhoto } from '#src/features/coaches/contract.ts'

/** A picture to send, and an address that shows it before it is. */
export type Picture = { file: Blob; address: string }

/** The longest side that is sent, in pixels: photos are shown much smaller. */
const longestSide = 2_048

/**
 * Reads the picture in a file as the browser can, and makes it small where it is too large to send, or of a kind that only
 * browsers read (HEIC): any phone's photo passes. Null when it is none.
 */
export async function readPicture(file: File): Promise<Picture | null> {
  const address = await addressOf(file)
  const image = new Image()
  image.src = address
  const isRead = await image.decode().then(
    () => true,
    () => false,
  )
  if (!isRead) return null
  const scale = longestSide / Math.max(image.naturalWidth, image.naturalHeight)
  const isKnown = saveCoachPhoto.upload?.includes(file.type)
  if (isKnown && scale >= 1 && file.size <= maxPhotoBytes) return { file, address }
  const small = await shrink(image, Math.min(1, scale))
  return small && { file: small, address: await addressOf(small) }
}

/** Whether a file is an iPhone's own kind of photo, which most browsers cannot open. Some name no type. */
export function isHeic({ name, type }: File): boolean {
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)
}

/** Draws a picture, upright, at a smaller scale. */
async function shrink(image: HTMLImageElement, scale: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(image.naturalWidth * scale)
  canvas.height = Math.round(image.naturalHeight * scale)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const fileOf = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  const webp = await fileOf('image/webp')
  // Safari writes no WebP, and a PNG, which it gives instead, is large.
  return webp?.type === 'image/webp' ? webp : fileOf('image/jpeg')
}

/** The whole file as an address: the security policy allows no others. */
function addressOf(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
