import { useState } from 'react'
import type { Person } from './person.ts'

/** What is typed for somebody, kept for as long as the tab lives: opening another card in between loses nothing. */
export function useTypedText(kind: 'message' | 'sms', { subject }: Person): [string, (text: string) => void] {
  const key = `draft:${kind}:${Object.values(subject)[0]}`
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? '')
  function type(typed: string) {
    setText(typed)
    sessionStorage.setItem(key, typed)
  }
  return [text, type]
}
