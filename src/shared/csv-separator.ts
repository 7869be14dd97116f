import { z } from 'zod/mini'

/** What separates the cells of a CSV file: where decimals have a comma, spreadsheets want semicolons. */
const separatorSchema = z.enum(['comma', 'semicolon'])
export type Separator = z.output<typeof separatorSchema>

/** In the query of a call that answers with a CSV file; absent: commas. */
export const csvQuery = { separator: z.optional(separatorSchema) }
