import type { ComponentProps } from 'react'

/**
 * A form. The browser posts what its script does not take over (late, blocked or switched off): nothing that was typed
 * reaches the address bar, and the server answers with a page that helps (`web/server/failure-page.ts`).
 */
export function Form(props: ComponentProps<'form'>) {
  return <form method="post" {...props} />
}
