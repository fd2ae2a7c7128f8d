/**
 * Keeps the focus on the screen if the element that has it is removed or disabled, such as the button of a removed row,
 * or a button while it saves. Browsers would move the focus to the top of the page, or behind the open dialog.
 */

import { useEffect } from 'react'

/** The milliseconds in which a dialog returns the focus, or a new screen takes it. */
const pause = 50

/** Buttons in tables are left out, because a second Enter would act on another row. */
const candidates = ['a[href]', 'button:enabled', 'input:enabled:not([type=hidden])']
  .map(name => `${name}:not(table *)`)
  .join()

/** The button of the shown page of a list comes first, because a second Enter on it does nothing. */
const nearest = (around: Element) =>
  around.querySelector<HTMLElement>('[aria-current=page]') ?? around.querySelector<HTMLElement>(candidates)

interface Focused {
  element: Element
  /** The elements around it inside of the screen or the dialog, beginning with the innermost. */
  around: readonly Element[]
  dialog: HTMLElement | null
  /** The element is a button that was disabled while it loaded. */
  hasLoaded: boolean
}

function focusedOf(element: Element): Focused {
  const dialog = element.parentElement?.closest<HTMLElement>('[role=dialog]') ?? null
  const bounds = dialog ?? element.closest('main')
  const around: Element[] = []
  for (let parent = element.parentElement; bounds?.contains(parent); parent = parent?.parentElement ?? null)
    if (parent && parent.tagName !== 'MAIN') around.push(parent)
  return { element, around, dialog, hasLoaded: false }
}

const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled')

/** Mantine's buttons are disabled while they load, and then enabled again. */
const isLoading = ({ element }: Focused) => element.isConnected && element.matches('[data-loading]')

/** A disabled element has the focus until the browser draws the page. The dialog has it while its button loads. */
function isLost({ dialog }: Focused): boolean {
  const { activeElement } = document
  return activeElement === document.body || activeElement === dialog || activeElement?.matches(':disabled') === true
}

const usable = (element: Element | null) => (element instanceof HTMLElement && isUsable(element) ? element : null)

/**
 * Focuses the element if it is enabled again, or else the first element beside it, or the heading of the screen. After a
 * dialog, focuses `opener`, which had the focus before it: the dialog does not return the focus if its button got it
 * while the dialog was closing.
 */
function restoreFocus(focused: Focused, opener: Element | null): void {
  if (!isLost(focused)) return
  const { element, around, dialog } = focused
  const before = dialog && !dialog.isConnected ? usable(opener) : null
  const near = around.filter(({ isConnected }) => isConnected).map(nearest)
  const target = [usable(element), before, ...near].find(one => one !== null) ?? document.querySelector('h1')
  target?.focus({ preventScroll: true })
}

/**
 * Returns whether the focus is to be restored now. While a button loads, its dialog has the focus, because the tab key
 * would leave the dialog.
 */
function isDue(focused: Focused): boolean {
  const { element, dialog } = focused
  if (!isLost(focused)) return false
  if (!isLoading(focused)) return focused.hasLoaded || !isUsable(element)
  focused.hasLoaded = true
  dialog?.focus({ preventScroll: true })
  return false
}

function keepFocus(): () => void {
  let focused: Focused | null = null
  let opener: Element | null = null
  const remember = ({ target }: FocusEvent) => {
    if (focused && target === focused.dialog && isLoading(focused)) return
    if (target instanceof Element && !target.closest('[role=dialog]')) opener = target
    focused = target instanceof Element ? focusedOf(target) : null
  }
  /** A click beside all elements takes the focus on purpose, so it is not moved. */
  const forget = () =>
    setTimeout(() => {
      if (focused && isLost(focused) && isUsable(focused.element)) focused = null
    })
  const observer = new MutationObserver(() => {
    if (!focused || !isDue(focused)) return
    setTimeout(restoreFocus, pause, focused, opener)
    focused = null
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'data-loading'] })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

export const useKeptFocus = (): void => useEffect(keepFocus, [])
