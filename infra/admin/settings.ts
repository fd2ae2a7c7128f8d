/** The options every command takes: whose data, and for whom the answer is written. */

import * as z from 'zod'
import { boolean, nonBlank } from '../../lib/core/fields.ts'
import { defaultDirectory } from '../local/directories.ts'
import { isFlag, option } from './option.ts'

const stageForm = /^[A-Za-z][A-Za-z0-9-]{0,100}$/

const stage = z.string().regex(stageForm, { error: 'must be letters, digits and dashes' })

export const Settings = z
  .object({
    stage: option(stage.optional(), 'NAME', 'a stage in AWS; without it, this machine'),
    data: option(
      nonBlank().optional(),
      'DIR',
      `data on this machine; if not said, that of the running API or else ${defaultDirectory}`,
    ),
    json: option(boolean.default(false), null, 'one JSON document instead of tables'),
    help: option(boolean.default(false), null, 'what a command does and takes'),
  })
  .refine(({ stage, data }) => !(stage && data), {
    path: ['data'],
    error: 'is for this machine, --stage for AWS: say one of them',
  })
export type Settings = z.output<typeof Settings>

/** Without `--` before the command npm keeps options to itself, and the command would work on the wrong data. */
export function takenByNpm(): string[] {
  const valued = Object.entries<z.ZodType>(Settings.shape).filter(([, shape]) => !isFlag(shape))
  return valued.map(([name]) => name).filter(name => process.env[`npm_config_${name}`])
}
