/** The one-time code that stands first in a mail's text, as it is typed; undefined when there is none. */
export function codeIn(text: string): string | undefined {
  return /^Your code: (\d{4}) (\d{4})$/m.exec(text)?.slice(1).join('')
}
