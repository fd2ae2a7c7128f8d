/** The bar with the actions for the selected orders, at the bottom of the window. */

import { Button, Group, Text } from '@mantine/core'
import { type HotkeyItem, useHotkeys } from '@mantine/hooks'
import { useRef } from 'react'
import type { Order } from '../../client/index.ts'
import { LinkButton } from '../app/links.tsx'
import { StickyBar } from '../app/sticky-bar.tsx'
import { maxSelected, type Selection } from '../list/selection.ts'
import { ExportButton } from '../order-export/export-button.tsx'
import { useSession } from '../session/client.ts'
import { useFormats } from '../session/formats.ts'
import { useTexts } from '../session/language.ts'
import { texts } from './list-texts.ts'
import { toOrdersParameter } from './orders-parameter.ts'

/** Returns whether a key was pressed in a text input, a dialog or a menu. The shortcuts of the list ignore such keys. */
const isElsewhere = ({ target }: KeyboardEvent) =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && target.type !== 'checkbox') ||
  (target instanceof Element && target.closest('[role=dialog], [role=menu]') !== null)

/**
 * Handles two keys: `a` moves the focus to the bar, and Esc deselects all orders. Keys in text inputs, dialogs and
 * menus are ignored.
 */
function useBarKeys(clear: () => void) {
  const bar = useRef<HTMLDivElement>(null)
  const unlessElsewhere = (run: () => void) => (event: KeyboardEvent) => {
    if (!isElsewhere(event)) run()
  }
  const options = { preventDefault: false }
  const focus = unlessElsewhere(() => bar.current?.querySelector<HTMLElement>('a, button')?.focus())
  const keys: HotkeyItem[] = [
    ['a', focus, options],
    ['Escape', unlessElsewhere(clear), options],
  ]
  useHotkeys(keys, [])
  return bar
}

export function SelectedBar({ selection: { items, clear } }: { selection: Selection<Order> }) {
  const text = useTexts(texts)
  const { number } = useFormats()
  const { canChange } = useSession()
  const bar = useBarKeys(clear)
  if (items.length === 0) return null
  const search = toOrdersParameter(items)
  return (
    <StickyBar label={text.selected} p="xs">
      <Group gap="xs" ref={bar}>
        <Text size="sm" fw={600} role="status">
          {text.count(number(items.length))}
        </Text>
        {items.length === maxSelected && <Text size="sm">{text.most}</Text>}
        {canChange && (
          <LinkButton size="xs" to="/orders/ship" search={search}>
            {text.ship}
          </LinkButton>
        )}
        <LinkButton size="xs" variant="default" to="/orders/packing-slips" search={search}>
          {text.packingSlips}
        </LinkButton>
        <LinkButton size="xs" variant="default" to="/orders/invoices" search={search}>
          {text.invoices}
        </LinkButton>
        <ExportButton size="xs" source={{ orders: items }} totalItems={items.length} />
        <Button size="xs" variant="subtle" onClick={clear} rightSection={<kbd>Esc</kbd>}>
          {text.clear}
        </Button>
      </Group>
    </StickyBar>
  )
}
