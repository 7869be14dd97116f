import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { announce } from '#src/ui/feedback/announce.ts'

/** What is wrong with the field of this id. */
export type Problem = { id: string; label: ReactNode; text: string }

/** What a form does with the problems of its fields; outside of one each is said at once. It gives what takes a problem back. */
export const ProblemsContext = createContext((problem: Problem) => say([problem]))

/** Has a screen reader told, by the form around it, what is wrong with a field, or a group of radio buttons, of this id. */
export function useProblem(id: string, label: ReactNode, text: string | undefined): void {
  const report = useContext(ProblemsContext)
  const latestLabel = useRef(label)
  latestLabel.current = label
  useEffect(() => (text ? report({ id, label: latestLabel.current, text }) : undefined), [report, id, text])
}

/** The field that has the focus says itself what is wrong with it. */
export function say(problems: Problem[]): () => void {
  const unheard = problems.filter(({ id }) => !document.getElementById(id)?.contains(document.activeElement))
  return unheard.length > 0 ? announce(unheard.map(({ text }) => text).join(' ')) : () => {}
}
