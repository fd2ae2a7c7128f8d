/** A bar at the bottom of the window, which stays there while the screen is scrolled. */

import { Paper, type PaperProps } from '@mantine/core'
import type { ReactNode } from 'react'

interface StickyBarProps extends PaperProps {
  label: string
  /** An empty bar is not visible. It exists because screen readers announce only changes of what exists already. */
  isEmpty?: boolean
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

const look = { withBorder: true, shadow: 'md', className: 'sticky-bar' } as const

export const StickyBar = ({ label, isEmpty = false, ...props }: StickyBarProps) => (
  <Paper ref={shareHeight} component="section" {...(!isEmpty && { ...look, 'aria-label': label, ...props })}>
    {props.children}
  </Paper>
)
