/** A bar at the bottom of the window, which stays there while the screen is scrolled. */

import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface StickyBarProps extends PaperProps {
  label: string
  children: ReactNode
}

/** Gives the height of the bar to `styles.css`, so that the bar does not hide what gets the focus. */
function shareHeight(bar: HTMLElement | null) {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bar-height', `${bar?.offsetHeight ?? 0}px`))
  if (bar) observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty('--bar-height')
  }
}

export const StickyBar = ({ label, ...props }: StickyBarProps) => (
  <Paper
    ref={shareHeight}
    component="section"
    withBorder
    shadow="md"
    className="sticky-bar"
    aria-label={label}
    {...props}
  />
)
