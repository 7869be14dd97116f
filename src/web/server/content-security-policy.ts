export type ContentSecurityPolicy = Record<string, string[]>

/**
 * What our pages may load, as directives. `stripe` opens what Stripe's payment form needs; `styles` and `scripts`
 * are the `'sha256-…'` sources of what is inlined. No other script runs inline.
 */
export function contentSecurityPolicy({
  stripe,
  styles = [],
  scripts = [],
}: {
  stripe: boolean
  styles?: string[]
  scripts?: string[]
}): ContentSecurityPolicy {
  const fromStripe = (...hosts: string[]) => (stripe ? hosts : [])
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scripts, ...fromStripe('https://js.stripe.com', 'https://*.js.stripe.com')],
    'style-src': ["'self'", ...styles],
    // `style` attributes in server HTML; they cannot run code.
    'style-src-attr': ["'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...fromStripe('https://*.stripe.com')],
    'connect-src': ["'self'", ...fromStripe('https://api.stripe.com')],
    'frame-src': [
      "'self'",
      ...fromStripe('https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'),
    ],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
}

/** The header's value. */
export function policyHeader(policy: ContentSecurityPolicy): string {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ')
}
