import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { AnyCall } from '#src/shared/define-call.ts'

const source = path.join(import.meta.dirname, '..')

/** Every call that any contract declares, by method and path. */
export async function everyCall(): Promise<AnyCall[]> {
  const contracts = (readdirSync(source, { recursive: true }) as string[]).filter((file) =>
    /(^|-|\/)contract\.ts$|^shared\/dead-jobs\.ts$/.test(file),
  )
  const modules = await Promise.all(contracts.map((file) => import(path.join(source, file)) as Promise<object>))
  return modules
    .flatMap((module) => Object.values(module) as Partial<AnyCall>[])
    .filter((each): each is AnyCall => each?.method !== undefined && each.path !== undefined)
    .sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`))
}
