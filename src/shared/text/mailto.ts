/** A link that opens a new mail to this address. The @ stays as it is (RFC 6068). */
export function mailtoUrl(address: string, subject?: string): string {
  const at = address.lastIndexOf('@')
  const to = `${encodeURIComponent(address.slice(0, at))}@${address.slice(at + 1)}`
  return `mailto:${to}${subject === undefined ? '' : `?subject=${encodeURIComponent(subject)}`}`
}
