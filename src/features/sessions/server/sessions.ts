// The front door for other nouns.
export { refuseOpen } from './outcomes/open.ts'
export { isOfNow, isUndecided } from './outcomes/questions.ts'
export { decideBy } from './outcomes/states.ts'
export { forgetPerson, personalData } from './personal-data.ts'
export { mayBeAbout } from './safety/may-be-about.ts'
