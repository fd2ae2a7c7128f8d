/** A badge with the state of a discount, such as active or archived. */

import { Badge } from '@mantine/core'
import type { Discount } from '../../client/index.ts'
import { useTexts } from '../session/language.ts'
import { type State, stateOf } from './queries.ts'
import { texts } from './texts.ts'

const colors: Record<State, string> = { active: 'green', expired: 'gray', usedUp: 'orange', archived: 'gray' }

export function StateBadge({ discount }: { discount: Discount }) {
  const { states } = useTexts(texts)
  const state = stateOf(discount)
  return (
    <Badge color={colors[state]} miw="max-content">
      {states[state]}
    </Badge>
  )
}
