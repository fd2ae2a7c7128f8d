/**
 * Keeps the focus on the screen if the element that has it is removed, such as the button of a removed row. Browsers
 * would move the focus to the top of the page.
 */

import { useEffect } from 'react'

/** The milliseconds in which a dialog returns the focus, or a new screen takes it. */
const pause = 50

/** Buttons in tables are left out, because a second Enter would act on another row. */
const candidates = ['a[href]', 'button:enabled', 'input:enabled:not([type=hidden])']
  .map(name => `${name}:not(table *)`)
  .join()

interface Focused {
  element: Element
  /** The elements around it inside of the screen or the dialog, beginning with the innermost. */
  around: readonly Element[]
}

function focusedOf(element: Element): Focused {
  const bounds = element.closest('main, [role=dialog]')
  const around: Element[] = []
  for (let parent = element.parentElement; bounds?.contains(parent); parent = parent?.parentElement ?? null)
    if (parent && parent.tagName !== 'MAIN') around.push(parent)
  return { element, around }
}

const isLost = () => document.activeElement === document.body

/** Focuses the first element beside the removed one, or the heading of the screen. */
function focusNear({ around }: Focused): void {
  if (!isLost()) return
  const near = around.filter(({ isConnected }) => isConnected).map(one => one.querySelector<HTMLElement>(candidates))
  const target = near.find(element => element !== null) ?? document.querySelector('h1')
  target?.focus({ preventScroll: true })
}

function keepFocus(): () => void {
  let focused: Focused | null = null
  const remember = ({ target }: FocusEvent) => {
    focused = target instanceof Element ? focusedOf(target) : null
  }
  /** A click beside all elements takes the focus on purpose, so it is not moved. */
  const forget = () =>
    setTimeout(() => {
      if (isLost() && focused?.element.isConnected) focused = null
    })
  const observer = new MutationObserver(() => {
    if (!focused || focused.element.isConnected || !isLost()) return
    setTimeout(focusNear, pause, focused)
    focused = null
  })
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  observer.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    observer.disconnect()
  }
}

export const useKeptFocus = (): void => useEffect(keepFocus, [])
