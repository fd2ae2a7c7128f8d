/**
 * Shows a screen below its title, which is also the title of the browser tab. When the screen is opened, the title gets
 * the focus.
 */

import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSession } from '../session/client.ts'

interface ScreenWithTitleProps {
  title: string
  /** Elements beside the heading, such as a status or buttons. */
  aside?: ReactNode
  children: ReactNode
}

export function ScreenWithTitle({ title, aside, children }: ScreenWithTitleProps) {
  const { name, mode } = useSession().account
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <title>{`${mode === 'Test' ? '[Test] ' : ''}${title} · ${name}`}</title>
      <Group justify="space-between" mb="md" gap="sm">
        <Title order={1} size="h2" ref={heading} tabIndex={-1} className="breakable">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </>
  )
}
