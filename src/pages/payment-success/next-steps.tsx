const steps = [
  { title: 'Check your e-mail', text: 'The confirmation comes with a calendar invite. Look into spam if you miss it.' },
  { title: 'Prepare for the session', text: 'Save a replay or two and write down what you want to fix first.' },
  { title: 'Join your coach on Discord', text: 'My Sessions tells you where. Be online five minutes early.' },
]
const rises = ['', 'lg:ml-8', 'lg:ml-16']

/** What a player does after booking: three rungs; on wide screens one climbs them, the first at the bottom. */
export function NextSteps() {
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="display mb-6 text-xl">
        What happens next
      </h2>
      <ol className="flex flex-col gap-4 lg:flex-col-reverse">
        {steps.map(({ title, text }, index) => (
          <li key={title} className={`border-signal border-t-4 pt-4 pb-2 ${rises[index]}`}>
            <h3 className="font-semibold text-lg">
              {index + 1}. {title}
            </h3>
            <p className="mt-1 max-w-prose">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  )
}
