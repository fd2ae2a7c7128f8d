/** A part of the screen of an object, with its heading. */

import { Card, Group, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface SectionProps {
  title: string
  /** What is beside the heading, such as a button. */
  aside?: ReactNode
  children: ReactNode
}

export const Section = ({ title, aside, children }: SectionProps) => (
  <Card withBorder component="section" aria-label={title} h="100%">
    <Group justify="space-between" mb="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {aside}
    </Group>
    {children}
  </Card>
)
