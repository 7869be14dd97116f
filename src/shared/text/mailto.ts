/** A link that opens a new mail to this address, with what is given already written. The @ stays as it is (RFC 6068). */
export function mailtoUrl(address: string, written: { subject?: string; body?: string } = {}): string {
  const at = address.lastIndexOf('@')
  const to = `${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`
  const fields = Object.entries(written).map(
    ([name, text]) => `${name}=${encodeURIComponent(text.replaceAll('\n', '\r\n'))}`,
  )
  return `mailto:${[to, fields.join('&')].filter(Boolean).join('?')}`
}
