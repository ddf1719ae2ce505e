/** The page's frame; the scripts fill it with text and never with markup. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Podwright emulator</title>
<link rel="icon" type="image/svg+xml" href="/_emulator/console/icon.svg">
<link rel="stylesheet" href="/_emulator/console/style.css">
<script type="module" src="/_emulator/console/main.mjs"></script>
</head>
<body>
<a class="skip" href="#pods-title">Skip to the pods</a>
<header class="top">
  <img class="mark" src="/_emulator/console/icon.svg" alt="" width="34" height="34">
  <div class="title">
    <h1>Podwright emulator</h1>
    <p id="address"></p>
  </div>
  <div class="state">
    <p id="connection" class="connection" data-state="connecting" role="status">Connecting</p>
    <p class="clock"><span class="unseen">Platform time</span> <time><span id="day" class="day"></span> <span id="clock">–</span></time></p>
  </div>
</header>
<p id="gone" class="gone" hidden>The emulator does not answer. What you see is how it was; this page goes on by itself as soon as it is back.</p>
<noscript><p class="gone">This page needs JavaScript.</p></noscript>
<main id="main">
  <section class="figures" aria-label="At a glance">
    <dl>
      <div><dt>Pods running</dt><dd><b id="figure-pods">–</b> <span id="figure-pods-more"></span></dd></div>
      <div><dt>Cost per hour</dt><dd><b id="figure-cost">–</b> <span id="figure-cost-more"></span></dd></div>
      <div><dt>Workers</dt><dd><b id="figure-workers">–</b> <span id="figure-workers-more"></span></dd></div>
      <div><dt>Jobs in progress</dt><dd><b id="figure-jobs">–</b> <span id="figure-jobs-more"></span></dd></div>
      <div class="requests"><dt>Requests</dt><dd><b id="figure-requests">–</b> <span id="figure-requests-more"></span></dd>
        <svg id="pulse" viewBox="0 0 120 28" preserveAspectRatio="none" aria-hidden="true"></svg></div>
    </dl>
  </section>
  <section id="welcome" class="welcome" aria-labelledby="welcome-title" hidden>
    <h2 id="welcome-title">Nothing here yet</h2>
    <p>Create a first pod from a terminal. It appears on this page and moves to <em>RUNNING</em> while you watch.</p>
    <div class="command">
      <pre tabindex="0" aria-label="A command that creates a pod"><code id="command"></code></pre>
      <button id="copy" type="button">Copy</button>
    </div>
    <p>Or point a Pulumi stack here: <code>PODWRIGHT_BASE_URL</code> and <code>PODWRIGHT_SERVERLESS_URL</code> are both <code id="base"></code>.</p>
  </section>
  <div class="columns">
    <div>
      <section class="panel" aria-labelledby="pods-title">
        <h2 id="pods-title" tabindex="-1">Pods <small id="pods-count"></small></h2>
        <ul id="pods-list" role="list"></ul>
        <p id="pods-none" class="none">No pods.</p>
      </section>
      <section class="panel" aria-labelledby="endpoints-title">
        <h2 id="endpoints-title">Endpoints <small id="endpoints-count"></small></h2>
        <ul id="endpoints-list" role="list"></ul>
        <p id="endpoints-none" class="none">No serverless endpoints. Their workers, queue and jobs show here.</p>
      </section>
    </div>
    <div>
      <section class="panel" aria-labelledby="jobs-title">
        <h2 id="jobs-title">Jobs <small id="jobs-count"></small></h2>
        <ul id="jobs-list" class="scroll" role="list" tabindex="0" aria-labelledby="jobs-title"></ul>
        <p id="jobs-none" class="none">No jobs.</p>
      </section>
      <section class="panel" aria-labelledby="requests-title">
        <h2 id="requests-title">Requests <small id="requests-count"></small></h2>
        <ul id="requests-list" class="scroll" role="list" tabindex="0" aria-labelledby="requests-title"></ul>
        <p id="requests-none" class="none">No requests since the start. Control calls are not counted.</p>
      </section>
    </div>
  </div>
</main>
<footer><p>A local platform: nothing here runs or costs anything. <a href="/_emulator/requests">All requests as JSON</a></p></footer>
<p id="news" class="unseen" aria-live="polite"></p>
</body>
</html>
`;

/** Three stacked bays with a light each. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 34 34">
<rect width="34" height="34" rx="9" fill="#3a5bc7"/>
<g fill="#fff"><rect x="8" y="8" width="18" height="5" rx="2.5"/><rect x="8" y="14.5" width="18" height="5" rx="2.5" opacity=".8"/>
<rect x="8" y="21" width="18" height="5" rx="2.5" opacity=".6"/></g>
<g fill="#3a5bc7"><circle cx="23" cy="10.5" r="1.3"/><circle cx="23" cy="17" r="1.3"/><circle cx="23" cy="23.5" r="1.3"/></g>
</svg>
`;
