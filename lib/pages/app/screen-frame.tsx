/**
 * The frame of a screen: its heading, the title of the browser tab, and its content. When the screen is opened, the
 * heading gets the focus.
 */

import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../session/client.ts'

interface ScreenFrameProps {
  title: string
  /** Elements beside the heading, such as a status or buttons. */
  aside?: ReactNode
  children: ReactNode
}

export function ScreenFrame({ title, aside, children }: ScreenFrameProps) {
  const { name, mode } = useSession().account
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <title>{`${mode === 'Test' ? '[Test] ' : ''}${title} · ${name}`}</title>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </>
  )
}
