/** Answers a GET address of this very app, in-process. Throws when it is refused. */
export type Get = (url: string) => Promise<unknown>

export type RenderedPage = {
  status: number
  /** Fills the template's three places. */
  head: string
  app: string
  state: string
  /** False when some data could not be fetched: the browser tries again, and the page must not be kept. */
  complete: boolean
}

/** Where pages come from: the build, or Vite. */
export type PageSource = {
  /** Gives the whole HTML of a path; `complete` is false when data is missing in it. */
  render(pathname: string): Promise<{ status: number; html: string; complete: boolean }>
  /** The paths that search engines may list. */
  listPublicPaths(): Promise<string[]>
}

/** Puts a rendered page into the three places of `index.html`. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.app)
    .replace('"<!--state-->"', () => page.state)
}
