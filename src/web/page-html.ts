import type { RenderedPage } from './entry-server.tsx'

/** Answers a GET address of this very app, in-process. Throws when it is refused. */
export type Get = (url: string) => Promise<unknown>

/** Gives the whole HTML of a path; `complete` is false when data is missing in it. */
export type RenderHtml = (pathname: string) => Promise<{ status: number; html: string; complete: boolean }>

/** Puts a rendered page into the three places of `index.html`. */
export function fillTemplate(template: string, page: RenderedPage): string {
  return template
    .replace('<!--head-->', () => page.head)
    .replace('<!--app-->', () => page.app)
    .replace('"<!--state-->"', () => page.state)
}
