import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Says at the very end, below all details, which tests failed: a line each, and the first line of why. */
export default class FailuresLast implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const failures = modules.flatMap((module) => [
      ...module.errors().map((error) => ({ title: module.relativeModuleId, error })),
      ...[...module.children.allSuites()].flatMap((suite) =>
        suite.errors().map((error) => ({ title: `${module.relativeModuleId} > ${suite.fullName}`, error })),
      ),
      ...[...module.children.allTests('failed')].map((test) => ({
        title: `${module.relativeModuleId} > ${test.fullName}`,
        error: test.result().errors?.[0],
      })),
    ])
    failures.push(...unhandled.map((error) => ({ title: 'Outside any test', error })))
    sayFailures(failures)
  }
}

/** Prints each failure's title with the first line of its error. */
export function sayFailures(failures: { title: string; error: { message?: string } | undefined }[]): void {
  if (failures.length === 0) return
  console.error(`\n${failures.length} failed:`)
  for (const { title, error } of failures)
    console.error(`  ✗ ${title}\n    ${error?.message?.split('\n')[0] ?? 'without a message'}`)
}
