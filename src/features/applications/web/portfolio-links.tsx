import { outsideLink } from '#src/ui/controls/outside-link.ts'
/** Text as an applicant typed it, with its web addresses as links. Anything else, `javascript:` first of all, stays text. */
export function PortfolioLinks({ text }: { text: string }) {
  return linkParts(text).map(({ text, href, at }) =>
    href ? (
      <a key={at} href={href} {...outsideLink} className="break-all text-signal underline underline-offset-4">
        {text}
      </a>
    ) : (
      <span key={at}>{text}</span>
    ),
  )
}

type Part = { text: string; href?: string; at: number }

/** Splits text into its http(s) addresses, which get an `href`, and all between them; `at` is where a part starts. */
export function linkParts(text: string): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const part of text.split(/(\bhttps?:\/\/[^\s,;<>"]+)/i)) {
    const isAddress = /^https?:\/\//i.test(part) && URL.canParse(part)
    if (part) parts.push({ text: part, at, ...(isAddress && { href: part }) })
    at += part.length
  }
  return parts
}
