/**
 * A badge that shows by how many percent a figure has changed since the previous period. The number has a plus or minus
 * sign, because some users cannot distinguish the colors.
 */

import { Badge } from '@mantine/core'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { changeRate } from './sales.ts'
import { texts } from './texts.ts'

interface ChangeBadgeProps {
  now: number
  before: number
  /** The badge is gray, because the period of `now` is not over. */
  isNeutral?: boolean
}

function colorOf(rate: number | null) {
  if (!rate) return 'gray'
  return rate > 0 ? 'green' : 'red'
}

export function ChangeBadge({ now, before, isNeutral }: ChangeBadgeProps) {
  const text = useTexts(texts)
  const { change } = useFormats()
  const rate = changeRate(now, before)
  if (rate === null && now === 0) return null
  return <Badge color={isNeutral ? 'gray' : colorOf(rate)}>{rate === null ? text.noneBefore : change(rate)}</Badge>
}
