/** A list of facts about an object, each with a label and a value. */

import { DataList } from '@mantine/core'
import type { ReactNode } from 'react'

/** `Facts` leaves out a fact whose value is null or empty. */
export type Fact = readonly [label: string, value: ReactNode]

interface FactsProps {
  facts: readonly Fact[]
  /** Labels are above their values instead of beside them, for a narrow section with long values. */
  isStacked?: boolean
}

export const Facts = ({ facts, isStacked = false }: FactsProps) => (
  <DataList size="sm" orientation={isStacked ? 'vertical' : 'horizontal'}>
    {facts
      .filter(([, value]) => value !== null && value !== '')
      .map(([label, value]) => (
        <DataList.Item key={label}>
          <DataList.ItemLabel>{label}</DataList.ItemLabel>
          <DataList.ItemValue className="breakable">{value}</DataList.ItemValue>
        </DataList.Item>
      ))}
  </DataList>
)
