/** Links to screens: `TextLink` looks like text, `LinkButton` like a button. */

import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type TextAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>

export const TextLink = createLink((props: TextAnchorProps) => <Anchor size="sm" {...props} />)

type AnchorButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

export const LinkButton = createLink((props: AnchorButtonProps) => <Button component="a" {...props} />)
