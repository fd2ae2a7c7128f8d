/** The list screen of discounts. */

import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { LinkButton } from '../app/links.tsx'
import { ScreenWithTitle } from '../app/screen-with-title.tsx'
import type { Filter } from '../list/filters.tsx'
import { List } from '../list/list.tsx'
import { Toolbar } from '../list/toolbar.tsx'
import type { View } from '../list/views.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { columnsOf } from './columns.tsx'
import { type DiscountSearch, discountSearch, discountsQuery, selectDiscounts, states } from './queries.ts'
import type { DiscountTexts } from './texts.ts'
import { texts } from './texts.ts'

const route = getRouteApi('/discounts')

const viewsOf = ({ views, states: titles }: DiscountTexts): View<DiscountSearch>[] => [
  { name: 'all', title: views.all, search: {} },
  ...states.map(state => ({ name: state, title: titles[state], search: { state } })),
]

const filtersOf = ({ filters, states, shortTriggers, types }: DiscountTexts): Filter[] => [
  { name: 'state', title: filters.state, choices: states },
  { name: 'trigger', title: filters.trigger, choices: shortTriggers },
  { name: 'type', title: filters.type, choices: types },
]

export function DiscountsScreen() {
  const text = useTexts(texts)
  const formats = useFormats()
  const { api, account, canChange } = useSession()
  const { page, ...values } = route.useSearch()
  const navigate = useNavigate()
  const open = (search: DiscountSearch) => void navigate({ to: '/discounts', search })
  const query = useQuery({ ...discountsQuery(api), select: all => selectDiscounts(all, { ...values, page }) })
  return (
    <ScreenWithTitle title={text.title} aside={canChange && <LinkButton to="/discounts/new">{text.create}</LinkButton>}>
      <Toolbar
        text={text}
        views={viewsOf(text)}
        filters={filtersOf(text)}
        values={values}
        onChange={changed => open(discountSearch.parse(changed))}
      />
      <List
        title={text.title}
        query={query}
        columns={columnsOf({ text, formats, currency: account.currency })}
        keyOf={({ id }) => id}
        onPage={turned => open({ ...values, page: turned })}
      />
    </ScreenWithTitle>
  )
}
