/**
 * How rows of a table are used: arrows choose one, the space bar selects it, Shift selects each row on the way, and a
 * click opens one.
 */

import type { KeyboardEvent, MouseEvent } from 'react'

/** Returns the row that a key leads to. */
const targets: Record<string, (row: HTMLElement) => Element | null> = {
  ArrowDown: row => row.nextElementSibling,
  ArrowUp: row => row.previousElementSibling,
  Home: row => row.parentElement?.firstElementChild ?? null,
  End: row => row.parentElement?.lastElementChild ?? null,
}

const checkboxOf = (row: Element) => row.querySelector<HTMLInputElement>('input[type=checkbox]')

function select(row: Element): void {
  const checkbox = checkboxOf(row)
  if (checkbox && !checkbox.checked) checkbox.click()
}

/** The focus stays on checkboxes if it is on one, and on links otherwise. */
function moveFocus(event: KeyboardEvent<HTMLElement>, from: HTMLElement, to: Element): void {
  event.preventDefault()
  if (event.shiftKey) for (const row of [from, to]) select(row)
  const isOnCheckbox = event.target instanceof HTMLInputElement
  const next = isOnCheckbox ? checkboxOf(to) : to.querySelector('a')
  next?.focus()
}

function toggle(event: KeyboardEvent<HTMLElement>, row: Element): void {
  event.preventDefault()
  checkboxOf(row)?.click()
}

export function handleRowKey(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  const row = target instanceof HTMLElement ? target.closest('tr') : null
  if (!row) return
  const to = targets[event.key]?.(row)
  if (to) moveFocus(event, row, to)
  else if (event.key === ' ' && target instanceof HTMLAnchorElement) toggle(event, row)
}

const ownClicks = 'a, button, input, label'

/** A click anywhere in a row opens its link, also in a new tab. One that ends the selection of a text does not. */
export function handleRowClick({ target, nativeEvent }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(ownClicks) || getSelection()?.toString()) return
  target.closest('tr')?.querySelector('a')?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent))
}
