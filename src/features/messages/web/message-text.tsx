import { outsideLink } from '#src/ui/controls/outside-link.ts'

/** Web addresses in a text: http and https only, without the punctuation that ends a sentence. */
const links = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,:;!?)\]}']/g

/** What somebody typed, with its line breaks, and web addresses as links that vouch for nothing. */
export function MessageText({ children }: { children: string }) {
  const parts: (string | { href: string })[] = []
  let end = 0
  for (const { 0: href, index } of children.matchAll(links)) {
    parts.push(children.slice(end, index), { href })
    end = index + href.length
  }
  parts.push(children.slice(end))
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words">
      {parts.map((part, index) =>
        typeof part === 'string' ? (
          part
        ) : (
          <a key={index} href={part.href} {...outsideLink} className="underline">
            {part.href}
          </a>
        ),
      )}
    </p>
  )
}
