import { BlockList, isIP, isIPv4 } from 'node:net'
import { z } from 'zod/mini'

/** The parts of a comma-separated setting. */
export function listOf(text: string): string[] {
  return text.split(',').map((part) => part.trim())
}

/**
 * An IP address, or a network in CIDR form, no wider than the private ones (10.0.0.0/8, fc00::/7): of wider ones two make the
 * whole internet, and every visitor could choose an address.
 */
export function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  if (bits === undefined) return true
  // IPv6 has all of IPv4 under ::ffff:0:0.
  const fewest = version === 4 ? 8 : /^[0:]*:ffff:/i.test(address) ? 104 : 7
  return /^\d{1,3}$/.test(bits) && Number(bits) >= fewest && Number(bits) <= (version === 4 ? 32 : 128)
}

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether this host name or address leads to this machine alone; an IPv6 address may stand in brackets. */
export function isLoopback(host: string): boolean {
  const address = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(address) === 0) return address.toLowerCase() === 'localhost'
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/**
 * Whether this is `smtp://user:password@host:port` or `smtps://…`, options after a `?` allowed. A sign of the password that
 * means something in an address would end it too early, and mails would go to a server made of its rest.
 */
export function isMailServer(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) return false
  return /^\/?$/.test(url.pathname) && !url.hash && !url.search.includes('@')
}

/** Whether mails can come from this: `hello@levelup.example`, or with a name before it, `Level Up <hello@levelup.example>`. */
export function isSender(text: string): boolean {
  const [, named, bare] = /^(?:(?:"[^"\\\r\n]*"\s*|[^"<>,;:@\\\r\n]*)<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? []
  return z.email().safeParse(named ?? bare).success
}

/** The address of a sender (`isSender`), without its name. */
export function bareAddress(sender: string): string {
  return /<([^<>]*)>\s*$/.exec(sender)?.[1] ?? sender.trim()
}
