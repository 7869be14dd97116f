import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react'
import { announce } from '#src/ui/feedback/announce.ts'
import { type Problem, ProblemsContext, say } from './problems.ts'
import { excessOf } from './too-long.ts'

/** From this many on a form lists what is wrong. */
const many = 3

/**
 * A form. The browser posts it where scripts are switched off: nothing that was typed
 * reaches the address bar, and the server answers with a page that helps (`web/server/failure-page.ts`).
 */
export function Form({ children, ...props }: ComponentProps<'form'>) {
  const [problems, setProblems] = useState<Problem[]>([])
  const [report] = useState(() => (problem: Problem) => {
    setProblems((others) => [...others, problem])
    return () => setProblems((all) => all.filter((each) => each !== problem))
  })
  const said = useRef<Problem[]>([])
  useEffect(() => {
    const before = said.current
    said.current = problems
    const news = problems.filter(({ id, text }) => !before.some((each) => each.id === id && each.text === text))
    if (news.length > 0) return problems.length < many ? say(news) : announce(`${problems.length} fields need you`)
  }, [problems])
  return (
    <form method="post" {...props} onSubmitCapture={readControls}>
      <ProblemsContext value={report}>{children}</ProblemsContext>
      {problems.length >= many && (
        <div className="text-sm">
          <p className="font-semibold text-bad">{problems.length} fields need you:</p>
          <ul className="flex flex-wrap gap-x-4">
            {problems.map(({ id, label }) => (
              <li key={id}>
                <button type="button" className="touch min-h-8 underline" onClick={() => focusField(id)}>
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </form>
  )
}

/**
 * Before the form reads what was typed: has it look at each control, since some browsers fill them in and tell only one, and
 * keeps back what is too long.
 */
function readControls(event: FormEvent<HTMLFormElement>) {
  const controls = [...event.currentTarget.elements]
  // As if each were left: react-hook-form then reads what stands in it.
  for (const control of controls) control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  const tooLong = controls.filter((control) => excessOf(control) > 0)
  const [first] = tooLong
  if (!(first instanceof HTMLElement)) return
  event.preventDefault()
  event.stopPropagation()
  for (const control of tooLong) control.dispatchEvent(new Event('input', { bubbles: true }))
  first.focus()
}

function focusField(id: string) {
  const field = document.getElementById(id)
  const control = field?.querySelector('input') ?? field
  control?.focus()
}
