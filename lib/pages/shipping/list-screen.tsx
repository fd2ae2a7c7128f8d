/** The list screen of shipping methods. */

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ShippingMethod } from '../../client/index.ts'
import { LinkButton, TextLink } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import { List } from '../list/list.tsx'
import type { Column } from '../list/list-table.tsx'
import { Message } from '../placeholders/message.tsx'
import { useSession } from '../session/client.ts'
import { useTexts } from '../session/language.ts'
import { methodsQuery } from './queries.ts'
import { countriesOf, deliveryDaysOf, pricesOf, type SummaryContext, useSummaryContext } from './summary.ts'
import { texts } from './texts.ts'

function columnsOf(context: SummaryContext): Column<ShippingMethod>[] {
  const { text, formats, currency } = context
  const { columns } = text
  return [
    {
      name: 'name',
      title: columns.name,
      cell: method => (
        <TextLink to="/shipping/$id" params={{ id: method.Id }} fw={600} className="wrapped">
          {method.name}
        </TextLink>
      ),
    },
    { name: 'price', title: columns.price, isNumber: true, cell: method => pricesOf(method, context) },
    {
      name: 'above',
      title: columns.above,
      isNumber: true,
      from: 'sm',
      cell: ({ onOrderTotalAbove, currency: own }) =>
        onOrderTotalAbove === null ? '' : formats.amount(onOrderTotalAbove, own ?? currency),
    },
    { name: 'days', title: columns.days, isNumber: true, from: 'sm', cell: method => deliveryDaysOf(method, context) },
    {
      name: 'countries',
      title: columns.countries,
      from: 'md',
      cell: method => (
        <Text size="sm" className="wrapped" lineClamp={2}>
          {countriesOf(method, context)}
        </Text>
      ),
    },
  ]
}

export function ShippingScreen() {
  const text = useTexts(texts)
  const { api, canChange } = useSession()
  const query = useQuery(methodsQuery(api))
  const context = useSummaryContext()
  return (
    <ScreenWithTitle title={text.title} aside={canChange && <LinkButton to="/shipping/new">{text.create}</LinkButton>}>
      {query.data?.totalItems === 0 ? (
        <Message title={text.none} sentence={text.noneHint} />
      ) : (
        <List
          title={text.title}
          query={query}
          columns={columnsOf(context)}
          keyOf={({ Id }) => Id}
          onPage={() => undefined}
        />
      )}
    </ScreenWithTitle>
  )
}
