import { inTurn } from './in-turn.ts'

/**
 * Asks the database something that staff may ask and that takes it long (exports, figures of a year, searches over all):
 * two such questions at a time, whoever asks, so that they never keep those waiting who book. 20 may wait for their
 * turn; beyond that it throws `Unavailable`. Whatever else may take long (a provider, a slow reader) stays outside.
 */
export const askExpensive = inTurn({ atOnce: 2, waiting: 20 })
