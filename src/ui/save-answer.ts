/** Saves a file that the server sent, under the name it gave it. */
export async function saveAnswer(answer: Response): Promise<void> {
  const url = URL.createObjectURL(await answer.blob())
  const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser takes the file over a moment after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
