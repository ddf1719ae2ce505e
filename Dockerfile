# Image of the RunPod emulator. `npm run setup && npm run package` makes the tarball that the image contains.
FROM node:24.21.0-alpine

# Installs without Pulumi's SDK, a peer dependency that the emulator does not load.
RUN --mount=type=bind,source=build,target=/build \
  npm install --global --legacy-peer-deps --ignore-scripts /build/podwright-*.tgz && npm cache clean --force

USER node
EXPOSE 8484
HEALTHCHECK --interval=5s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:8484/_emulator/state').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["podwright", "emulator", "--host", "0.0.0.0"]
