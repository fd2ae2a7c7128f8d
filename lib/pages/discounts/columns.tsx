/** The table columns of the discount list. */

import { Code, Stack, Text } from '@mantine/core'
import type { Discount } from '../../client/index.ts'
import { TextLink } from '../app/links.tsx'
import type { Column } from '../list/list-table.tsx'
import type { Formats } from '../session/formats.ts'
import { StateBadge } from './badges.tsx'
import { effectOf } from './summary.ts'
import type { DiscountTexts } from './texts.ts'

interface Context {
  text: DiscountTexts
  formats: Formats
  currency: string
}

export const columnsOf = (context: Context): Column<Discount>[] => {
  const { text, formats } = context
  const { columns } = text
  return [
    { name: 'name', title: columns.name, cell: discount => <Name discount={discount} context={context} /> },
    {
      name: 'trigger',
      title: columns.trigger,
      from: 'sm',
      cell: ({ trigger, code, itemId }) =>
        trigger === 'Total' ? text.shortTriggers.Total : <Code>{trigger === 'Code' ? code : itemId}</Code>,
    },
    {
      name: 'usages',
      title: columns.usages,
      isNumber: true,
      from: 'sm',
      cell: ({ numberOfUsages, maxNumberOfUsages }) =>
        maxNumberOfUsages === null
          ? formats.number(numberOfUsages)
          : text.ofMaximum(formats.number(numberOfUsages), formats.number(maxNumberOfUsages)),
    },
    {
      name: 'carts',
      title: columns.carts,
      isNumber: true,
      from: 'lg',
      cell: ({ numberOfUsagesUncompleted }) => formats.number(numberOfUsagesUncompleted),
    },
    {
      name: 'expires',
      title: columns.expires,
      from: 'md',
      cell: ({ expires }) => (expires ? formats.date(expires) : text.never),
    },
    { name: 'state', title: columns.state, cell: discount => <StateBadge discount={discount} /> },
  ]
}

/** The effect of a discount is shown below the name, because the name often does not describe the effect. */
const Name = ({ discount, context }: { discount: Discount; context: Context }) => (
  <Stack gap={0} className="wrapped">
    <TextLink to="/discounts/$id" params={{ id: discount.id }} fw={600}>
      {discount.name}
    </TextLink>
    <Text size="xs" c="dimmed">
      {effectOf(discount, context)}
    </Text>
  </Stack>
)
