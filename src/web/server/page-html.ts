/** Answers a GET request to this app in-process. Throws when it is refused. */
export type Get = (url: string) => Promise<unknown>

export type RenderedPage = {
  status: number
  /** The content of the template's placeholders. */
  head: string
  app: string
  state: string
  /** False if some data could not be fetched: the browser retries, and the page must not be cached. */
  complete: boolean
}

/** Where pages come from: the build, or Vite. */
export type PageSource = {
  /** Renders the whole HTML of a path; `complete` is false if data is missing. */
  render(pathname: string): Promise<{ status: number; html: string; complete: boolean }>
  /** The paths that search engines may list. */
  listPublicPaths(): Promise<string[]>
}

/** What every page says of our settings: the business's time zone (`businessZone`), and where SMS go (`usePhoneHint`). */
export type PageSettings = { zone: string; smsCountries: string[] }

/** Puts a rendered page, and the settings it says, into the placeholders of `index.html`. */
export function fillTemplate(template: string, page: RenderedPage, { zone, smsCountries }: PageSettings): string {
  return template
    .replace('<!--zone-->', () => zone)
    .replace('<!--sms-countries-->', () => smsCountries.join())
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.app)
    .replace('"<!--state-->"', () => page.state)
}
