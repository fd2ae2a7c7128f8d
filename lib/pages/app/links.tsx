/** Links to screens that look like text or like a button. */

import { Anchor, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

export const TextLink = createLink(Anchor<'a'>)

type AnchorButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

export const LinkButton = createLink((props: AnchorButtonProps) => <Button component="a" {...props} />)
