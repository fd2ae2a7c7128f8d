/** The buttons that open other pages of a list, with a text such as "51 to 100 of 300". */

import { Group, Pagination, Text } from '@mantine/core'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import type { ListPage } from './page.ts'
import { texts } from './texts.ts'

interface PagesProps {
  page: ListPage<unknown>
  onPage: (page: number) => void
}

export function Pages({ page: { items, totalItems, offset, limit }, onPage }: PagesProps) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const range = text.range(number(offset + 1), number(offset + items.length), number(totalItems))
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed" role="status" className="numbers">
        {items.length > 0 ? range : text.pastEnd(number(totalItems))}
      </Text>
      <Pagination
        total={Math.ceil(totalItems / limit)}
        value={offset / limit + 1}
        onChange={onPage}
        size="sm"
        /** A page after the last one needs the button that leads back, even to the only page. */
        hideWithOnePage={items.length > 0}
        getControlProps={control => ({ 'aria-label': control === 'next' ? text.next : text.previous })}
        getItemProps={page => ({ 'aria-label': text.page(number(page)) })}
      />
    </Group>
  )
}
