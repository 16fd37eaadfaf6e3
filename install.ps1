# Installs Handrail into %LOCALAPPDATA%\Programs\Handrail: downloads the binary, checks its SHA-256, and puts it in place.
# Needs no administrator. Usage: .\install.ps1 [-Lite] [-Folder FOLDER]
#
# HANDRAIL_BASE_URL names the folder of a release on a server; a released copy of this file knows its own.
param(
  [switch]$Lite,
  [string]$Folder = (Join-Path $env:LOCALAPPDATA 'Programs\Handrail')
)

$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'

$baseUrl = if ($env:HANDRAIL_BASE_URL) { $env:HANDRAIL_BASE_URL } else { '@BASE_URL@' }
if ($baseUrl -notmatch '^https?://') {
  throw 'Cannot install: this copy knows no release. Set HANDRAIL_BASE_URL to the address of one'
}
if (-not [Environment]::Is64BitOperatingSystem) {
  throw 'Cannot install: there is no binary for 32 bits. Run Handrail from source'
}

$name = if ($Lite) { 'handrail-lite' } else { 'handrail' }
$file = "$name-windows-x64.zip"
$temporary = Join-Path ([IO.Path]::GetTempPath()) ([Guid]::NewGuid())
New-Item -ItemType Directory -Path $temporary | Out-Null
try {
  Write-Host "Downloading $file"
  foreach ($part in 'SHA256SUMS', $file) {
    Invoke-WebRequest -UseBasicParsing -Uri "$baseUrl/$part" -OutFile (Join-Path $temporary $part)
  }
  $line = Get-Content (Join-Path $temporary 'SHA256SUMS') | Where-Object { $_ -match "^[0-9a-f]{64}  $([Regex]::Escape($file))$" }
  if (-not $line) { throw "Cannot check ${file}: SHA256SUMS does not name it. Nothing was installed" }
  $wanted = $line.Substring(0, 64)
  $found = (Get-FileHash -Algorithm SHA256 (Join-Path $temporary $file)).Hash.ToLowerInvariant()
  if ($found -ne $wanted) {
    throw "Cannot accept ${file}: its SHA-256 is $found and should be $wanted. Nothing was installed"
  }
  Expand-Archive -Path (Join-Path $temporary $file) -DestinationPath $temporary
  # What was there before stays unless the new one starts.
  $new = Join-Path $temporary "$name-windows-x64.exe"
  $version = & $new --version
  if ($LASTEXITCODE -ne 0) { throw "Cannot accept ${file}: it does not start on this machine. Nothing was installed" }
  New-Item -ItemType Directory -Force -Path $Folder | Out-Null
  $program = Join-Path $Folder "$name.exe"
  Move-Item -Force -Path $new -Destination $program
  Write-Host "Installed $version as $program"
  if (($env:PATH -split ';') -notcontains $Folder) {
    Write-Host "Add it to your PATH: `$env:PATH = `"$Folder;`$env:PATH`""
  }
} finally {
  Remove-Item -Recurse -Force $temporary
}
