/** A centred message in place of content, for example for an empty list. */

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface MessageProps {
  title: string
  sentence?: string | undefined
  /** An optional button, for example to load the content again. */
  children?: ReactNode
  role?: 'alert' | 'status'
  /** The message replaces the whole screen, so its title is the main heading. */
  isScreen?: boolean | undefined
}

export const Message = ({ title, sentence, children, role = 'status', isScreen }: MessageProps) => (
  <Stack align="center" gap="xs" py={64} px="md" ta="center" role={role}>
    <Title order={isScreen ? 1 : 2} size="h4">
      {title}
    </Title>
    {sentence && (
      <Text c="dimmed" maw={520}>
        {sentence}
      </Text>
    )}
    {children}
  </Stack>
)
