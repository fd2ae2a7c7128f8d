/** A centred message in the place of content, such as for an empty list. */

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

interface MessageProps {
  title: string
  sentence?: string | undefined
  /** A button that helps, if there is one. */
  children?: ReactNode
  role?: 'alert' | 'status'
  /** The message is the whole screen, which has no other heading. */
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
