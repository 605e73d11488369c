; The installer for Windows, made by packaging/make-windows. It installs for one user and needs no
; administrator; with /AllUsers, from the console of an administrator, for all. /S shows no window,
; and /D=FOLDER, as the last option, names another folder.
;
; Defines: VERSION, FILES (macros that install and remove the files), ICON, SIDE (the picture of the
; last page), SIZE_KB, INSTALLER.

; As the program; a 32-bit installer needs 32-bit libraries, which a 64-bit Wine lacks.
Target amd64-unicode
Unicode true
SetCompressor /SOLID lzma
RequestExecutionLevel user
Name "Minnow"
BrandingText "Minnow ${VERSION}"
OutFile "${INSTALLER}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey ProductName "Minnow"
VIAddVersionKey FileDescription "Minnow setup"
VIAddVersionKey FileVersion "${VERSION}"
VIAddVersionKey ProductVersion "${VERSION}"
VIAddVersionKey LegalCopyright "MIT OR Apache-2.0"

!define KEY "Software\Minnow"
!define CLASSES "Software\Classes"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Minnow"

!include FileFunc.nsh
!include LogicLib.nsh
!include MUI2.nsh
!include "${FILES}"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\minnow.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Start Minnow"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; For all users. Windows starts an uninstaller with the rights of the user.
!macro needs_administrator what
  UserInfo::GetAccountType
  Pop $1
  ${If} $1 != "Admin"
    MessageBox MB_OK|MB_ICONEXCLAMATION "Only an administrator can ${what} Minnow for all users. Choose $\"Run as administrator$\" for this program." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
!macroend

; SHCTX below is the registry of all users after SetShellVarContext all, else that of this one.
Function .onInit
  StrCpy $R0 "$LOCALAPPDATA\Programs\Minnow"
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/AllUsers" $1
  ${IfNot} ${Errors}
    !insertmacro needs_administrator "install"
    SetShellVarContext all
    StrCpy $R0 "$PROGRAMFILES64\Minnow"
  ${EndIf}
  ; Empty unless /D names the folder.
  ${If} $INSTDIR == ""
    ReadRegStr $INSTDIR SHCTX "${KEY}" "InstallDir"
  ${EndIf}
  ${If} $INSTDIR == ""
    StrCpy $INSTDIR $R0
  ${EndIf}
FunctionEnd

Function un.onInit
  ReadRegStr $0 HKLM "${KEY}" "InstallDir"
  ${If} $0 == $INSTDIR
    !insertmacro needs_administrator "remove"
    SetShellVarContext all
  ${EndIf}
FunctionEnd

; Windows keeps a running program's file from being replaced.
!macro ask_to_close_minnow
  ask:
    ClearErrors
    Delete "$INSTDIR\minnow.exe"
    IfErrors 0 closed
    MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$INSTDIR\minnow.exe cannot be replaced. If Minnow is running, close it, and try again." /SD IDCANCEL IDRETRY ask
    SetErrorLevel 2
    Quit
  closed:
!macroend

; The list of programs for a kind of files changes at once.
!macro tell_explorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

; A kind of files: its class, its name, and the extension under which Explorer offers the program.
!macro file_class class title extension
  WriteRegStr SHCTX "${CLASSES}\${class}" "" "${title}"
  WriteRegStr SHCTX "${CLASSES}\${class}\DefaultIcon" "" "$INSTDIR\minnow.exe,0"
  WriteRegStr SHCTX "${CLASSES}\${class}\shell\open\command" "" '"$INSTDIR\minnow.exe" "%1"'
  WriteRegStr SHCTX "${CLASSES}\${extension}\OpenWithProgids" "${class}" ""
!macroend

!macro remove_file_class class extension
  ReadRegStr $0 SHCTX "${CLASSES}\${extension}" ""
  StrCmp $0 "${class}" 0 +2
    DeleteRegValue SHCTX "${CLASSES}\${extension}" ""
  DeleteRegValue SHCTX "${CLASSES}\${extension}\OpenWithProgids" "${class}"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${extension}\OpenWithProgids"
  DeleteRegKey /ifempty SHCTX "${CLASSES}\${extension}"
  DeleteRegKey SHCTX "${CLASSES}\${class}"
!macroend

Section
  !insertmacro ask_to_close_minnow
  SetOutPath "$INSTDIR"
  !insertmacro install_files
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Minnow.lnk" "$INSTDIR\minnow.exe"

  ; Windows looks at the last extension only, so saved games are .ron files for it. A program that
  ; has them already keeps them, and Minnow is offered beside it.
  !insertmacro file_class "Minnow.Game" "Minnow game" ".ron"
  ReadRegStr $0 HKCR ".ron" ""
  StrCmp $0 "" 0 +2
    WriteRegStr SHCTX "${CLASSES}\.ron" "" "Minnow.Game"
  !insertmacro file_class "Minnow.Pgn" "Chess games (PGN)" ".pgn"
  !insertmacro tell_explorer

  WriteRegStr SHCTX "${KEY}" "InstallDir" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayName" "Minnow"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${UNINSTALL}" "DisplayIcon" "$INSTDIR\minnow.exe,0"
  WriteRegStr SHCTX "${UNINSTALL}" "Publisher" "the Minnow founders"
  WriteRegStr SHCTX "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr SHCTX "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD SHCTX "${UNINSTALL}" "EstimatedSize" ${SIZE_KB}
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD SHCTX "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Games and settings are not in this folder, and stay. So does a file that somebody else put here.
Section Uninstall
  !insertmacro ask_to_close_minnow
  !insertmacro remove_files
  Delete "$SMPROGRAMS\Minnow.lnk"
  !insertmacro remove_file_class "Minnow.Game" ".ron"
  !insertmacro remove_file_class "Minnow.Pgn" ".pgn"
  !insertmacro tell_explorer
  DeleteRegKey SHCTX "${UNINSTALL}"
  DeleteRegKey SHCTX "${KEY}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
SectionEnd
