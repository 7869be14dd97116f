import type { Noun } from '#src/deps.ts'
import * as callOffs from './call-offs/routes.ts'
import * as exceptions from './exceptions/routes.ts'
import * as outcomes from './outcomes/routes.ts'
import * as preparation from './preparation/routes.ts'
import * as safety from './safety/routes.ts'
import * as story from './story/routes.ts'
import * as writeUps from './write-ups/routes.ts'

export const routes: Noun = (app, deps) => {
  preparation.routes(app, deps)
  outcomes.routes(app, deps)
  callOffs.routes(app, deps)
  exceptions.routes(app, deps)
  safety.routes(app, deps)
  story.routes(app, deps)
  writeUps.routes(app, deps)
}
