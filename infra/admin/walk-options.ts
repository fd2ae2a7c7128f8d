/**
 * Defines the options of commands that walk over all rows of a store. `--segment` selects a part of the rows.
 * `--resume` continues an interrupted walk.
 */

import type { Command } from 'commander'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { parseJsonOr } from '../../lib/core/json.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Tenant } from '../../lib/core/tenant.ts'
import { maxSegments, type Segment, type WalkPosition, wholeStore } from '../../lib/store/walk-store-rows.ts'
import { commandErrorMessage } from '../error-text.ts'
import type { CommandResult } from './command.ts'
import { type Progress, progressSentences, type ReportProgress } from './progress.ts'

const segmentError = { error: `must be a part such as 2/8, of at most ${maxSegments} parts` }

const segment = z
  .string()
  .regex(/^\d{1,2}\/\d{1,2}$/, segmentError)
  .transform((text): Segment => {
    const [number = 0, of = 0] = text.split('/').map(Number)
    return { number, of }
  })
  .refine(({ number, of }) => number >= 1 && number <= of && of <= maxSegments, segmentError)

export const SegmentOption = z.object({ segment: segment.optional() })
export const ResumeOption = z.object({ resume: nonBlank().optional() })

export const addSegmentOption = (command: Command): Command =>
  command.option(
    '--segment <part>',
    'only one of several equal parts, such as 2/8, so that several processes or machines share the work',
  )

export const addResumeOption = (command: Command): Command =>
  command.option('--resume <position>', 'go on from here, as an interrupted command printed it')

/**
 * Identifies a walk over the rows of a store by its command, store and segment. A position is valid only in the walk
 * that printed the position. Any other walk would skip rows.
 */
export interface Walk extends Tenant {
  command: string
  segment?: Segment | undefined
}

const nameOf = ({ command, account, mode, segment: { number, of } = wholeStore }: Walk) =>
  `${command} ${account}/${mode} ${number}/${of}`

const formatPosition = (walk: Walk, { object, shard, cursor }: WalkPosition): string =>
  Buffer.from(JSON.stringify([nameOf(walk), object, shard, cursor])).toString('base64url')

const PositionText = z.tuple([z.string(), z.string(), z.string(), z.string().nullable()])

/** Returns where a walk begins; undefined if it begins at the first row. */
export function parseResumePosition(walk: Walk, { resume }: z.output<typeof ResumeOption>): WalkPosition | undefined {
  if (resume === undefined) return
  const text = Buffer.from(resume, 'base64url').toString()
  const [name, object, shard, cursor] = PositionText.safeParse(parseJsonOr(text, null)).data ?? []
  if (name === nameOf(walk) && object !== undefined && shard !== undefined && cursor !== undefined)
    return { object, shard, cursor }
  throw createPositionError()
}

export const createPositionError = () =>
  new Error('The value of --resume is not a position that the same command has printed.')

/**
 * Returns the advice that is printed if a command is interrupted. If there is no `position` to continue from, the
 * advice is `repeat`.
 */
export const resumeHint = (walk: Walk, position: WalkPosition | null | undefined, repeat: string): string =>
  position ? resumeSentence(formatPosition(walk, position)) : repeat

export const resumeSentence = (position: string) => `To go on, add --resume ${position} to the same command.`

/**
 * Runs a command. If an error other than a Problem ends the command after it has reported progress, the result contains
 * the error, and says how to continue. Any other error is thrown.
 */
export async function runResumable(
  report: ReportProgress,
  run: (report: ReportProgress) => Promise<CommandResult>,
): Promise<CommandResult> {
  const last: { progress?: Progress } = {}
  try {
    return await run(progress => {
      last.progress = progress
      report(progress)
    })
  } catch (error) {
    if (error instanceof Problem || !last.progress) throw error
    const stopped = `Stopped: ${progressSentences(last.progress)}`
    return { json: null, text: '', errors: [commandErrorMessage(error), stopped] }
  }
}
