/** Says that a change which was sent is not decided yet, and how it goes on. */

import { Alert, Group, Loader, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Progress } from './follow.ts'

interface ProgressNoticeProps {
  progress: Progress
  title: string
  sentence: string
  /** A button, such as one that stops it. */
  children?: ReactNode
}

export const ProgressNotice = ({ progress, title, sentence, children }: ProgressNoticeProps) => (
  <Alert
    role="status"
    color={progress === 'unreachable' ? 'orange' : 'indigo'}
    title={title}
    icon={<Loader size="xs" />}
  >
    <Group justify="space-between" gap="xs">
      <Text size="sm">{sentence}</Text>
      {children}
    </Group>
  </Alert>
)
