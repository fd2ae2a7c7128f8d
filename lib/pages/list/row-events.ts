/**
 * Handles keys and clicks in the rows of a table. The arrows, Home and End move the focus, the space bar selects or
 * deselects a row, Shift extends the selection, and a click opens a row.
 */

import type { KeyboardEvent, MouseEvent } from 'react'

/** Each function finds the row that gets the focus when its key is pressed. */
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

/**
 * Moves the focus to another row: from checkbox to checkbox, or else from link to link. With Shift, both rows are
 * selected.
 */
function moveFocus(event: KeyboardEvent<HTMLElement>, from: HTMLElement, to: Element): void {
  event.preventDefault()
  if (event.shiftKey) for (const row of [from, to]) select(row)
  const isOnCheckbox = event.target instanceof HTMLInputElement
  const next = isOnCheckbox ? checkboxOf(to) : to.querySelector('a')
  next?.focus()
  /** The outline of a link is around its whole row. */
  to.scrollIntoView({ block: 'nearest' })
}

function toggle(event: KeyboardEvent<HTMLElement>, row: Element): void {
  event.preventDefault()
  checkboxOf(row)?.click()
}

export function moveFocusOrSelect(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event
  const row = target instanceof HTMLElement ? target.closest('tr') : null
  if (!row) return
  const to = targets[event.key]?.(row)
  if (to) moveFocus(event, row, to)
  else if (event.key === ' ' && target instanceof HTMLAnchorElement) toggle(event, row)
}

const ownClicks = 'a, button, input, label'

/**
 * Opens the link of the clicked row, in a new tab if Ctrl or Cmd is pressed. A click that ends a text selection opens
 * nothing.
 */
export function openClickedRow({ target, nativeEvent }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest(ownClicks) || getSelection()?.toString()) return
  target.closest('tr')?.querySelector('a')?.dispatchEvent(new globalThis.MouseEvent('click', nativeEvent))
}
