import { Component, type ReactNode } from 'react'

interface ErrorBoundaryProps {
  /** Where the person is: an error belongs to the page that it broke, so elsewhere it is forgotten. */
  place: string
  fallback: (error: unknown) => ReactNode
  children: ReactNode
}

interface ErrorBoundaryState {
  place: string
  broken: { error: unknown } | null
}

/** Shows something else in place of children that cannot be drawn. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { place: this.props.place, broken: null }

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { broken: { error } }
  }

  static getDerivedStateFromProps(
    { place }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return place === state.place ? null : { place, broken: null }
  }

  override render(): ReactNode {
    const { broken } = this.state
    return broken === null ? this.props.children : this.props.fallback(broken.error)
  }
}
