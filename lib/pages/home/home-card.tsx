/** A part of Home, with its heading. */

import { Anchor, Card, Group, Title } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'

interface HomeCardProps {
  title: string
  /** What is beside the heading, such as buttons. */
  aside?: ReactNode
  children: ReactNode
}

export function HomeCard({ title, aside, children }: HomeCardProps) {
  const id = useId()
  return (
    <Card component="section" withBorder padding="md" aria-labelledby={id}>
      <Group justify="space-between" mb="sm" gap="xs">
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Card>
  )
}

export const CardLink = createLink(Anchor<'a'>)
