/** The buttons that open predefined views, such as those of a list. A view is a set of URL parameters with a name. */

import { Button, Group } from '@mantine/core'

export interface View<Search extends object> {
  name: string
  title: string
  /** The URL parameters of the view. */
  search: Search
}

interface ViewsProps<Search extends object> {
  label: string
  views: readonly View<Search>[]
  current: Search
  onView: (search: Search) => void
}

const sorted = (fields: object) =>
  Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => one.localeCompare(other))

const isSame = (one: object, other: object) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))

export const Views = <Search extends object>({ label, views, current, onView }: ViewsProps<Search>) => (
  <Group gap={4} mb="md" role="group" aria-label={label}>
    {views.map(({ name, title, search }) => {
      const isOpen = isSame(search, current)
      return (
        <Button
          key={name}
          size="compact-sm"
          variant={isOpen ? 'filled' : 'default'}
          aria-pressed={isOpen}
          onClick={() => onView(search)}
        >
          {title}
        </Button>
      )
    })}
  </Group>
)
